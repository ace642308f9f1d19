/** What a column is called: its heading, or its letter as spreadsheets show it. */
export const columnName = (columns: readonly { heading: string }[], index: number): string =>
  columns[index]?.heading || columnLetter(index)

function columnLetter(index: number): string {
  const last = String.fromCodePoint(0x41 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}
