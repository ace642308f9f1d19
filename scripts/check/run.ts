import { spawnSync } from 'node:child_process'
import { styleText } from 'node:util'

/**
 * Every part of `npm run check`. Each is one program that exits with 0 when all is well; to add a part, add a line.
 * `node scripts/check/run.ts lint house` runs only those.
 */
const parts: Record<string, readonly string[]> = {
  types: ['node_modules/typescript/bin/tsc', '-p', '.'],
  lint: ['node_modules/oxlint/bin/oxlint', '.'],
  house: ['scripts/check/house.ts'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'],
  texts: ['scripts/check/texts.ts'],
  weight: ['scripts/check/weight.ts'],
}

function run(name: string, command: readonly string[]): boolean {
  const began = performance.now()
  console.log(styleText('bold', `— ${name}`))
  const { status, error } = spawnSync(process.execPath, [...command], { stdio: 'inherit' })
  if (error) console.error(error.message)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    status === 0 ? styleText('green', `✓ ${name}, ${seconds} s\n`) : styleText('red', `✗ ${name}, ${seconds} s\n`),
  )
  return status === 0
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in parts))
if (unknown.length > 0)
  throw new Error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`)

const chosen = Object.entries(parts).filter(([name]) => names.length === 0 || names.includes(name))
const failed = chosen.filter(([name, command]) => !run(name, command)).map(([name]) => name)
console.log(failed.length === 0 ? 'All is well.' : `Refused by: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
