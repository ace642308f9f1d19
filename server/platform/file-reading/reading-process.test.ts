import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

/** Tells at its end what was loaded. */
const TELLING = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  process.on('exit', () => console.log(loaded.join('\\n')))
`)}`

/** The files of ours and of packages that this program needs before it finds that no server started it. */
const loadedBy = (script: string): Promise<string[]> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['--import', TELLING, script, 'no file', 'NG'], (_error, said) =>
      resolve(said.split('\n')),
    )
  })

test.each(['server/messaging/contacts/contact-file-child.ts', 'server/people/imports/people-file-child.ts'])(
  '%s starts without the database and what only the server needs',
  async (script) => {
    const loaded = await loadedBy(script)
    expect(loaded.filter((url) => url.endsWith('/spreadsheets/answer-server.ts'))).toHaveLength(1)
    expect(
      loaded.filter((url) => /\/(kysely|pg|pg-boss|fastify|pino)\/|\/platform\/(database|jobs)\//.test(url)),
    ).toEqual([])
  },
  30_000,
)
