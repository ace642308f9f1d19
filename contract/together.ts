import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** As many reads may travel together. */
export const TOGETHER_MOST = 6

/** Several reads in one request, each answered as if it had been asked for alone, with a status of its own. */
export const readTogether = endpoint({
  method: 'GET',
  path: '/api/together',
  access: 'public',
  summary: 'Several reads in one request, each answered as by itself',
  /** Addresses of reads that answer JSON, with commas between them; a comma within one is encoded. */
  query: z.object({ reads: z.string().check(z.minLength(1), z.maxLength(4_000)) }),
  response: z.array(z.object({ status: z.int(), body: z.unknown() })),
  errors: ['invalid_input'],
})
