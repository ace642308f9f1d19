import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { shapeConfig } from '../config/config.ts'
import { readEnv } from '../config/env.ts'
import { ApiError } from '../runtime/api-error.ts'
import { openHttp } from '../http/server.ts'
import { createLog } from '../runtime/log.ts'
import { refuseUndeclared } from './undeclared.ts'

const taken = endpoint({
  method: 'GET',
  path: '/api/names',
  access: 'public',
  summary: 'Answers nothing.',
  response: z.object({}),
  errors: ['name_taken'],
})
const http = await openHttp(shapeConfig(readEnv({ NODE_ENV: 'test' })), createLog('silent'))
const noted: string[] = []
beforeAll(() => {
  refuseUndeclared(http, (sentence) => noted.push(sentence))
  for (const [url, code] of [
    ['/declared', 'name_taken'],
    ['/undeclared', 'last_owner'],
  ] as const)
    http.get(url, { config: { endpoint: taken } }, async () => {
      throw new ApiError(code)
    })
})
afterAll(() => http.close())

test('a refusal that the contract declares is answered', async () => {
  const reply = await http.inject('/declared')
  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toMatchObject({ code: 'name_taken' })
  expect(noted).toEqual([])
})

test('one that it does not declare is an error of the server, and noted', async () => {
  const reply = await http.inject('/undeclared')
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toEqual({ code: 'unexpected', message: 'undeclared refusal last_owner of GET /api/names' })
  expect(noted).toEqual(['undeclared refusal last_owner of GET /api/names'])
})
