import { execFileSync } from 'node:child_process'
import { FLOOR_FILE, readFloorLines, type FloorLine } from '../test-floor.ts'
import type { Finding, TextFile } from './sources.ts'

const MIN_WORDS = 3

/** The number of tests falls only with a reason, which stays on record: lines are added and never changed. */
export function findFloorFaults({ path, text }: TextFile, everWritten: readonly string[]): Finding[] {
  if (path !== FLOOR_FILE) return []
  const lines = readFloorLines(text)
  const refuse = (line: number, message: string): Finding => ({ file: path, line, rule: 'test-floor', message })
  const faults = lines.flatMap((one, index) => {
    if (!one.floor) return [refuse(one.line, 'write a line as: date, tests of house, tests of browser, reason')]
    return isUnexplained(one, lines[index - 1])
      ? [refuse(one.line, 'say why there may be fewer tests than before')]
      : []
  })
  const erased = everWritten.filter((written) => !lines.some((one) => one.text === written))
  return [...faults, ...erased.map((written) => refuse(1, `add a line instead of changing this one: ${written}`))]
}

function isUnexplained({ floor }: FloorLine, before: FloorLine | undefined): boolean {
  if (!floor || !before?.floor) return false
  const isLower = floor.house < before.floor.house || floor.browser < before.floor.browser
  return isLower && floor.reason.split(/\s+/).filter(Boolean).length < MIN_WORDS
}

/** Every line that a commit of this history has added; none where there is no history. */
export function floorLinesInHistory(root: string): string[] {
  const git = ['-c', 'safe.directory=*', 'log', '--format=', '--patch', '--unified=0', '--', FLOOR_FILE]
  try {
    const patches = execFileSync('git', git, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return [...new Set([...patches.matchAll(/^\+(\d{4}-.*)$/gm)].map(([, line = '']) => line))]
  } catch {
    return []
  }
}
