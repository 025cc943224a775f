/** Whether a dialog, the palette or another modal layer of the kit is open. */
export function isModalOpen(): boolean {
  return document.querySelector('[data-modal-layer]') !== null;
}
