/** `ref={takeFocus}` on what appears in place of the button that was just pressed. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
