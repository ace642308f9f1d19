/** Numbers stand apart by commas, semicolons, tabs or new lines, in any script; spaces inside a number stay. */
const BETWEEN = /[,;\t\r\n\u2028\u2029،؛、，；]+/

/** How many numbers were typed or pasted, whole or not. */
export const countNumbers = (text: string) => text.split(BETWEEN).filter((part) => part.trim() !== '').length
