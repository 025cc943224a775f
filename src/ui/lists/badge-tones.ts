/** The tones for the colours of badges. */
export const BADGE_TONES = {
  primary: 'accent',
  default: 'neutral',
  warning: 'warning',
  danger: 'danger',
  success: 'success',
} as const;
