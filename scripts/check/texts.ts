import { existsSync } from 'node:fs'
import path from 'node:path'
import { findTextFaults, LANGUAGES, SOURCE_LANGUAGE } from './catalogs.ts'

/** `node scripts/check/texts.ts`: every text that a screen uses is written, used, and said in every language. */
const hasTexts = existsSync(path.join(process.cwd(), LANGUAGES, SOURCE_LANGUAGE))
const faults = hasTexts ? findTextFaults(process.cwd()) : []
for (const fault of faults) console.log(fault)
console.log(hasTexts ? `${faults.length} faults` : 'No texts here.')
process.exitCode = faults.length > 0 ? 1 : 0
