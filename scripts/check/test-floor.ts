/** How many tests each project of the suite has at least. A line of `test-floor.txt`: date, house, browser, reason. */
export type TestFloor = { house: number; browser: number; reason: string }
export type FloorLine = { line: number; text: string; floor: TestFloor | null }

export const FLOOR_FILE = 'scripts/check/test-floor.txt'
const LINE = /^\d{4}-\d\d-\d\d +(?<house>\d+) +(?<browser>\d+)(?: +(?<reason>.+))?$/

/** Every line that is no comment, the oldest first; `floor` is null where the line cannot be read. */
export const readFloorLines = (file: string): FloorLine[] =>
  file.split('\n').flatMap((text, index) => {
    if (/^(#|\s*$)/.test(text)) return []
    const { house = '', browser = '', reason = '' } = LINE.exec(text.trim())?.groups ?? {}
    return [{ line: index + 1, text, floor: house ? { house: Number(house), browser: Number(browser), reason } : null }]
  })

export function currentFloor(file: string): TestFloor {
  const floor = readFloorLines(file).at(-1)?.floor
  if (!floor) throw new Error(`${FLOOR_FILE} has no number of tests in its last line.`)
  return floor
}
