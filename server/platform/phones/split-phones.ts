/** Numbers typed or pasted together, split by comma, semicolon, tab or new line. Spaces inside a number stay. */
export function splitPhones(text: string): string[] {
  return text
    .split(/[,;\t\r\n\u2028\u2029،؛、，；]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
