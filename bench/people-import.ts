import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { caller } from '#server/test-kit/call.ts'
import { freePort } from '#server/test-kit/free-port.ts'
import { importDesk } from '#server/test-kit/import-desk.ts'
import { report } from './figures.ts'
import { watchOthers, type Others } from './others.ts'
import { start, type Started } from './processes.ts'
import { timed, type Stage } from './stage.ts'

const ROWS = 100_000
const UPLOAD_SECONDS = 10
const MEMORY_MB = 150
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

/**
 * A file of 100,000 people with every kind of broken row: uploaded, checked, applied, undone; what it takes of memory, and
 * what another church waits for meanwhile. The server does its jobs itself, as where one process is all there is.
 */
export async function measurePeopleImport(stage: Stage, count = ROWS): Promise<void> {
  console.log(`\nimport of ${count.toLocaleString('en-US')} people`)
  const church = await stage.buildChurch({})
  const port = await freePort()
  const env = { ...stage.env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, RUN_JOBS: 'yes' }
  const server = await start('server/main.mjs', 'is running at', { env, watched: true })
  const others = await watchOthers(stage, env.PUBLIC_URL, server)
  const desk = importDesk({ call: caller(env.PUBLIC_URL) }, church, WAIT_SECONDS)
  const directory = await mkdtemp(path.join(os.tmpdir(), 'narthex-import-'))
  let memory: Memory | undefined
  try {
    await desk.check(await desk.upload(fileOf(100)))
    // From the disk, as a browser sends it.
    const place = path.join(directory, 'people.csv')
    await writeFile(place, fileOf(count))
    memory = watchMemory(server)
    await takeIn({ desk, others, memory, count, content: await openAsBlob(place) })
  } finally {
    memory?.stop()
    others.stop()
    await server.stop()
    await rm(directory, { recursive: true })
  }
}

const fileOf = (count: number): string =>
  `${HEADINGS}\n${Array.from({ length: count }, (_, at) => rowOf(at)).join('\n')}`

type Taking = {
  desk: ReturnType<typeof importDesk>
  others: Others
  memory: Memory
  count: number
  content: Blob
}

async function takeIn({ desk, others, memory, count, content }: Taking): Promise<void> {
  const uploaded = await others.during('upload', () => timed(() => desk.upload(content)))
  const file = uploaded.result
  const most = UPLOAD_SECONDS * 1000
  report(`upload of ${count.toLocaleString('en-US')} rows`, seconds(uploaded.ms), uploaded.ms <= most)
  report('  memory', `+${memory.peak()} MB`, memory.peak() <= MEMORY_MB)
  const checked = await others.during('dry run', () => timed(() => desk.check(file, { makeGroups: true })))
  const { add, skip, broken } = checked.result.figures
  report('dry run', `${seconds(checked.ms)}: ${add} to add, ${skip} left, ${broken} broken`, null)
  const page = await timed(() => desk.rows(file, { outcome: 'broken' }))
  report('  first 100 broken rows', `${page.ms} ms`, null)
  const applied = await others.during('apply', () => timed(() => desk.apply(file)))
  report('applied', seconds(applied.ms), null)
  const undone = await others.during('undo', () => timed(() => desk.undo(file)))
  report('undone', seconds(undone.ms), null)
  report('memory of it all', `+${memory.peak()} MB`, memory.peak() <= MEMORY_MB)
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

type Memory = { peak: () => number; stop: () => void }

function watchMemory({ megabytes }: Started): Memory {
  const before = megabytes()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, megabytes())), 500)
  return { peak: () => Math.round(most - before), stop: () => clearInterval(timer) }
}
