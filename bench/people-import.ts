import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { importDesk } from '#server/test-kit/import-desk.ts'
import { report } from './figures.ts'
import { timed, type Stage } from './stage.ts'

const ROWS = 100_000
const UPLOAD_SECONDS = 10
const MEMORY_MB = 150
const MB = 1024 * 1024
const WAIT_SECONDS = 600

const HEADINGS = 'First name,Last name,Mobile,E-mail,Gender,Date of birth,Marital status,Status,Address,Group'
/** What is wrong with every hundredth row, by turns. */
const WRONG = [
  ',,08031234567',
  'Ada,Obi,2.34803E+12',
  'Ada,Obi,12',
  'Ada,Obi,,no address',
  'Ada,Obi,,,neutral',
  'Ada,Obi,,,,31/02/1999',
  'Ada,Obi,,,,1/1/2999',
  `${'A'.repeat(200)},Obi`,
]

const rowOf = (index: number): string =>
  index % 100 === 99
    ? (WRONG[Math.floor(index / 100) % WRONG.length] ?? '')
    : `Adébáyọ̀ ${index},Ọlátúnjí,0803${1_000_000 + index},a${index}@example.com,F,12/03/1985,Married,Member,${index} Broad Street,Choir;Ushers`

/** A file of 100,000 people with every kind of broken row: uploaded, checked, applied, undone; and what it takes of memory. */
export async function measurePeopleImport(stage: Stage): Promise<void> {
  const church = await stage.buildChurch({})
  const desk = importDesk(stage, church, WAIT_SECONDS)
  await desk.check(
    await desk.upload(`${HEADINGS}\n${Array.from({ length: 100 }, (_, index) => rowOf(index)).join('\n')}`),
  )
  // From the disk, as a browser sends it: what the sender holds is not the server's.
  const directory = await mkdtemp(path.join(os.tmpdir(), 'narthex-import-'))
  const place = path.join(directory, 'people.csv')
  await writeFile(place, `${HEADINGS}\n${Array.from({ length: ROWS }, (_, index) => rowOf(index)).join('\n')}`)
  const content = await openAsBlob(place)
  const memory = watchMemory()
  const uploaded = await timed(() => desk.upload(content))
  report('people import, upload of 100,000 rows', seconds(uploaded.ms), uploaded.ms <= UPLOAD_SECONDS * 1000)
  report('  memory', `+${memory.peak()} MB`, memory.peak() <= MEMORY_MB)
  const file = uploaded.result
  const checked = await timed(() => desk.check(file, { makeGroups: true }))
  const { add, skip, broken } = checked.result.figures
  report('  dry run', `${seconds(checked.ms)}: ${add} to add, ${skip} left, ${broken} broken`, null)
  const page = await timed(() => desk.rows(file, { outcome: 'broken' }))
  report('  first 100 broken rows', `${page.ms} ms`, null)
  report('  applied', seconds((await timed(() => desk.apply(file))).ms), null)
  report('  undone', seconds((await timed(() => desk.undo(file))).ms), null)
  report('  memory of it all', `+${memory.peak()} MB`, memory.peak() <= MEMORY_MB)
  memory.stop()
  await rm(directory, { recursive: true })
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

function watchMemory(): { peak: () => number; stop: () => void } {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 100)
  return { peak: () => Math.round((most - before) / MB), stop: () => clearInterval(timer) }
}
