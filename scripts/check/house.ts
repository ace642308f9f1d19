import { checkHouse } from './house/check.ts'
import { floorLinesInHistory } from './house/floor.ts'
import { readTextFiles } from './house/sources.ts'

/** `node scripts/check/house.ts`: prints each finding as `file:line rule message`, exits 1 when one is an error. */
const files = readTextFiles(process.cwd())
const findings = checkHouse(files, floorLinesInHistory(process.cwd()))
const errors = findings.filter(({ warning }) => !warning)

for (const { file, line, rule, message, warning } of findings) {
  console.log(`${file}:${line}  ${warning ? 'warning  ' : ''}${rule}  ${message}`)
}
console.log(`${files.length} files, ${errors.length} errors, ${findings.length - errors.length} warnings`)
process.exitCode = errors.length > 0 || files.length === 0 ? 1 : 0
