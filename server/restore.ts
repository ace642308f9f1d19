import { areas } from './app.ts'
import { restore } from './platform/backup/index.ts'
import { readConfig } from './platform/config/index.ts'
import { sayWhyNot } from './platform/last-words.ts'
import { withOwner } from './with-owner.ts'

/** Fills an empty database from a back-up: `node server/restore.ts <file>`. It ends with 0 only when everything is there. */
async function main([file, ...others]: string[]): Promise<void> {
  if (!file || others.length > 0) {
    console.error('Write: npm run restore -- <file>')
    process.exitCode = 1
    return
  }
  const config = readConfig()
  const started = performance.now()
  console.log(`Restoring ${file} …`)
  const { header, tables, rows, sameKey, faults } = await withOwner(config, (ownerUrl) =>
    restore(ownerUrl, { file, secretKey: config.secretKey, queues: areas.flatMap((area) => area.queues) }),
  )
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `Restored as of ${header.madeAt}: ${rows.toLocaleString('en-US')} rows of ${tables} tables, every key between them checked, ${seconds} s.`,
  )
  if (!sameKey)
    console.error(
      'SECRET_KEY is not the one of the back-up: set that one before you start, or no second factor works, the custody log reads as changed, and families have to switch push on again.',
    )
  if (faults.length > 0) {
    console.error(`Everything is there, but it was not right when it was backed up: ${faults.join(', ')}.`)
    process.exitCode = 1
  } else console.log('All audits hold.')
}

main(process.argv.slice(2)).catch((error: unknown) => {
  sayWhyNot(error, 'The restore did not come to its end. ')
  process.exit(1)
})
