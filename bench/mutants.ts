import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A deliberate fault: what stands once in a file, what stands there instead, and the tests that notice. */
type Mutant = { rule: string; file: string; find: string; replace: string; tests: string }

/**
 * Puts the faults of `mutants/<area>.jsonl` into the rules, one after another, runs the tests that stand for each, and takes it out
 * again: `npm run mutants [words of the rule]`. Exit code 1 when no test catches one, or its place reads otherwise now.
 */
const words = process.argv.slice(2)
const folder = path.join(import.meta.dirname, 'mutants')
const lines = readdirSync(folder).flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'))
const mutants = lines.filter(Boolean).map((line) => JSON.parse(line) as Mutant)
const chosen = mutants.filter(({ rule }) => words.length === 0 || words.some((word) => rule.includes(word)))

/** The first test that fails; null: none does. */
function firstFailure(tests: string): string | null {
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'house', '--bail', '1', tests]
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  return status === 0
    ? null
    : (/^ *FAIL +(.*)$/m.exec(stripVTControlCharacters(stderr))?.[1] ?? 'the tests did not begin')
}

type Verdict = { isCaught: boolean; said: string }

/** Whether a fault is caught, and by what. */
function judge({ file, find, replace, tests }: Mutant): Verdict {
  const text = readFileSync(file, 'utf8')
  const [before = '', ...after] = text.split(find)
  if (after.length !== 1) return { isCaught: false, said: `${file} has it ${after.length} times: ${find}` }
  try {
    writeFileSync(file, before + replace + after.join(''))
    const failure = firstFailure(tests)
    return { isCaught: failure !== null, said: failure ?? `nothing in ${tests} notices` }
  } finally {
    writeFileSync(file, text)
  }
}

let missed = 0
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopped = true))
for (const mutant of chosen) {
  if (isStopped) break
  const { isCaught, said } = judge(mutant)
  if (!isCaught) missed += 1
  console.log(`${isCaught ? '✓' : '✗'} ${mutant.rule} | ${said}`)
  // Signals that came meanwhile are heard now.
  await new Promise(setImmediate)
}
console.log(`${chosen.length - missed} of ${chosen.length} faults caught`)
process.exitCode = missed > 0 || chosen.length === 0 || isStopped ? 1 : 0
