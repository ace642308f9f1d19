import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { styleText } from 'node:util'

/**
 * Every part of `npm run check`. Each is one program that exits with 0 when all is well; to add a part, add a line.
 * `node scripts/check/run.ts lint house` runs only those.
 */
const parts: Record<string, readonly string[]> = {
  types: [
    'node_modules/typescript/bin/tsc',
    '-p',
    '.',
    '--incremental',
    '--tsBuildInfoFile',
    '.cache/types.tsbuildinfo',
  ],
  lint: ['node_modules/oxlint/bin/oxlint', '.'],
  house: ['scripts/check/house.ts'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'],
  texts: ['scripts/check/texts.ts'],
  weight: ['scripts/check/weight.ts'],
}

/** The compiler of types is written in Go, and its memory lives for seconds: collecting it takes a third of the time. */
const COLLECTED_SELDOM = '400'
/** So many parts at once: those that use all processors leave some of them idle now and then. */
const AT_ONCE = 2

async function run(name: string, command: readonly string[]): Promise<boolean> {
  const began = performance.now()
  const child = spawn(process.execPath, [...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { GOGC: COLLECTED_SELDOM, ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [status] = (await once(child, 'close')) as [number | null]
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  // In one piece: another part speaks meanwhile.
  console.log(`${styleText('bold', `— ${name}`)}\n${said}${verdict(status === 0, `${name}, ${seconds} s`)}\n`)
  return status === 0
}

const verdict = (isWell: boolean, words: string): string =>
  isWell ? styleText('green', `✓ ${words}`) : styleText('red', `✗ ${words}`)

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in parts))
if (unknown.length > 0)
  throw new Error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`)

const waiting = Object.entries(parts).filter(([name]) => names.length === 0 || names.includes(name))
const refused = new Set<string>()
async function runInTurn(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, command] = next
    if (!(await run(name, command))) refused.add(name)
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, runInTurn))
const failed = Object.keys(parts).filter((name) => refused.has(name))
console.log(failed.length === 0 ? 'All is well.' : `Refused by: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
