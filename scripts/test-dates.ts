import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * `npm run test:dates [words]` runs the tests at dates and hours on which tests of others have failed, each time in another
 * random order of files. A run sees only the shifted clock: Node, the browser and PostgreSQL alike. Words choose some of the
 * dates ("clocks midnight"); what follows `--` goes to Vitest (`-- --project browser`).
 *
 * The shift is libfaketime's, preloaded into every program of the run by a private view of /etc. So it needs Linux, root and the
 * Debian package libfaketime.
 */
const DATES: [name: string, instant: string][] = [
  ['28 November', '2026-11-28T10:00:00Z'],
  ['1 December', '2026-12-01T10:00:00Z'],
  ['five to midnight in Lagos', '2026-12-08T22:55:00Z'],
  ['five past midnight in Lagos', '2026-12-08T23:05:00Z'],
  ['the hour before the clocks change in New York', '2027-03-14T06:10:00Z'],
  ['the hour after the clocks change in New York', '2027-03-14T07:10:00Z'],
  ['31 December', '2026-12-31T22:30:00Z'],
  ['29 February', '2028-02-29T10:00:00Z'],
  ['Easter', '2027-03-28T09:00:00Z'],
  ['Sunday 9:00 in Lagos', '2026-12-06T08:00:00Z'],
  ['Monday', '2026-12-07T10:00:00Z'],
  ['a month from now', new Date(Date.now() + 30 * 86_400_000).toISOString()],
]

/** The machine's own time zone changes from date to date: no test may depend on it. */
const ZONES = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns']

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const PRELOAD = '/etc/ld.so.preload'
const SHIFT = '/etc/faketimerc'

const words = process.argv.slice(2)
const cut = words.indexOf('--')
const wanted = cut < 0 ? words : words.slice(0, cut)
const forVitest = cut < 0 ? [] : words.slice(cut + 1)
const chosen = DATES.filter(([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)))

if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync(LIBRARY)) {
  console.error(`Needs Linux, root and ${LIBRARY}: apt-get install libfaketime`)
  process.exit(1)
}

/** Runs the tests with all clocks shifted; answers the exit code. */
function runAt(instant: string, seed: number, zone: string): number | null {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'narthex-dates-'))
  const seconds = Math.round((Date.parse(instant) - Date.now()) / 1000)
  const files = { preload: path.join(folder, 'preload'), shift: path.join(folder, 'shift') }
  writeFileSync(files.preload, `${LIBRARY}\n`)
  writeFileSync(files.shift, `${seconds < 0 ? '' : '+'}${seconds}\n`)
  const tests = ['run', ...forVitest].map((word) => JSON.stringify(word)).join(' ')
  const script = `mount --bind ${files.preload} ${PRELOAD} && mount --bind ${files.shift} ${SHIFT} && exec vitest ${tests}`
  const env = {
    ...process.env,
    TZ: zone,
    TEST_NOW: 'real',
    TEST_ORDER: String(seed),
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  try {
    return spawnSync('unshare', ['--mount', 'bash', '-c', script], { stdio: 'inherit', env }).status
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A file can be mounted only over one that is there. */
const made = [PRELOAD, SHIFT].filter((file) => !existsSync(file))
for (const file of made) writeFileSync(file, '')
const results: string[] = []
try {
  for (const [index, [name, instant]] of chosen.entries()) {
    const seed = Number(process.env['TEST_ORDER'] ?? 1) + index
    const zone = ZONES[index % ZONES.length] ?? 'UTC'
    const run = `${name} (${instant}, TZ=${zone}, TEST_ORDER=${seed})`
    console.log(`\n${run}`)
    const status = runAt(instant, seed, zone)
    results.push(`${status === 0 ? 'green' : 'RED  '} ${run}`)
    if (status !== 0) process.exitCode = 1
  }
} finally {
  for (const file of made) rmSync(file)
  console.log(`\n${results.join('\n')}`)
}
