import { backUp } from './platform/backup/index.ts'
import { systemClock } from './platform/runtime/index.ts'
import { readConfig } from './platform/config/index.ts'
import { sayWhyNot } from './platform/last-words.ts'
import { withOwner } from './with-owner.ts'

/** Writes a back-up while everybody works on: `node server/backup.ts <file>`. It ends with 0 only when that is whole. */
async function main([file, ...others]: string[]): Promise<void> {
  if (!file || others.length > 0) {
    console.error('Write: npm run backup -- <file>')
    process.exitCode = 1
    return
  }
  const config = readConfig()
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => ending.abort())
  const started = performance.now()
  console.log(`Backing up into ${file} …`)
  const { tables, rows, bytes } = await withOwner(config, (ownerUrl) =>
    backUp(ownerUrl, {
      file,
      secretKey: config.secretKey,
      at: systemClock.now(),
      signal: ending.signal,
      report: (sentence) => console.warn(sentence),
    }),
  )
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `Done, and read back: ${rows.toLocaleString('en-US')} rows of ${tables} tables, ${size}, ${seconds} s. Keep SECRET_KEY with it.`,
  )
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const wasStopped = error instanceof Error && error.name === 'AbortError'
  if (wasStopped) console.error('There is no back-up: it was stopped.')
  else sayWhyNot(error, 'There is no back-up. ')
  process.exit(1)
})
