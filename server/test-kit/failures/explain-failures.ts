import type { TestError } from 'vitest'
import { aroundTests } from './around-tests.ts'
import { describeServer, forgetServer } from './server-record.ts'

/** The last requests tell what went wrong; those before them built what the test is about. */
const MOST_EXCHANGES = 10

aroundTests({
  begin: forgetServer,
  explain: async (_task, error) => {
    const record = describeServer(MOST_EXCHANGES)
    // Vitest prints the cause of an error below its place in the code.
    if (record) deepestCause(error).cause = { name: 'what the server was asked', message: record, stack: '' }
  },
})

const deepestCause = (error: TestError): TestError => (error.cause ? deepestCause(error.cause) : error)
