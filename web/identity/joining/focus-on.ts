/** A field's `ref` that puts the focus there when a step begins; the button that led to it is gone. */
export const focusOn = (input: HTMLInputElement | null) => input?.focus()
