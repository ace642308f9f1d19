/** A row that shows nothing: it counts in the row numbers of a spreadsheet, and is no data. */
export const isBlankRow = (cells: string[]): boolean => cells.every((cell) => cell.trim() === '')
