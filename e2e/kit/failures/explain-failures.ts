import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { aroundTests } from '#server/test-kit/failures/around-tests.ts'
import { describeServer, forgetServer } from '#server/test-kit/failures/server-record.ts'
import { printedByChildren } from '../narthex.ts'
import { nameFolder, noteRunning } from './failure-folder.ts'
import { keepPages } from './keep-pages.ts'

const MOST_EXCHANGES = 200
const SHOW = 'A trace is shown by: node_modules/.bin/playwright-core show-trace <file>'

aroundTests({
  begin: (task) => {
    forgetServer()
    noteRunning(task)
  },
  explain: async (task, error) => {
    const folder = nameFolder(task, error)
    await keepPages(folder)
    await writeFile(
      path.join(folder, 'server.txt'),
      [describeServer(MOST_EXCHANGES), ...printedByChildren()].join('\n'),
    )
    await writeFile(path.join(folder, 'failure.txt'), `${task.name}\n\n${error.message}\n${error.stack}\n\n${SHOW}\n`)
  },
})
