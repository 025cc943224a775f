/** The tones for the colours of badges (console.md section 1). */
export const BADGE_TONES = {
  primary: 'accent',
  default: 'neutral',
  warning: 'warning',
  danger: 'danger',
  success: 'success',
} as const;
