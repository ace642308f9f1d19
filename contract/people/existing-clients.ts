import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, numberedPageQuery } from '../pages.ts'

/** The calls about people of clients that exist already, in their shapes. */

const text = z.nullable(z.string())

const basicInfo = z.object({ id, firstName: z.string(), lastName: z.string(), email: text, mobilePhone: text })

export const getMembersBasicInfo = endpoint({
  method: 'GET',
  path: '/api/People/GetmembersBasicInfo',
  access: { ability: 'people.read' },
  summary: 'Everybody by name, 50 a page',
  query: numberedPageQuery,
  response: z.array(basicInfo),
  errors: ['invalid_input'],
})

export const getPeopleBasicInfo = endpoint({
  method: 'GET',
  path: '/api/People/GetPeopleBasicInfo',
  access: { ability: 'people.read' },
  summary: 'The same under its other name',
  query: numberedPageQuery,
  response: z.array(basicInfo),
  errors: ['invalid_input'],
})

const named = z.array(z.object({ id, name: z.string() }))

export const getAllGroupBasicInformation = endpoint({
  method: 'GET',
  path: '/api/GetAllGroupBasicInformation',
  access: { ability: 'people.read' },
  summary: 'Groups by name',
  response: named,
  errors: [],
})

const choices = z.array(z.object({ id: z.int(), name: z.string() }))

export const getPeopleClassification = endpoint({
  method: 'GET',
  path: '/api/Settings/GetTenantPeopleClassification',
  access: 'signed_in',
  summary: 'What somebody can be to the church',
  response: choices,
  errors: [],
})

export const dashboardBasic = endpoint({
  method: 'GET',
  path: '/dashboard/basic',
  access: 'signed_in',
  summary: 'The first figures of the dashboard',
  response: z.object({
    returnObject: z.object({
      members: z.int(),
      firstTimers: z.int(),
      newConverts: z.int(),
      total: z.int(),
      smsBalance: z.int(),
      subscription: z.object({ description: z.string(), membershipSize: z.int(), subscriptionExpiration: z.string() }),
    }),
  }),
  errors: [],
})

const nothingYet = z.object({ returnObject: z.array(z.unknown()) })

export const dashboardCelebrations = endpoint({
  method: 'GET',
  path: '/dashboard/celebrations',
  access: 'signed_in',
  summary: 'Celebrations: none are kept yet',
  response: nothingYet,
  errors: [],
})

export const dashboardAttendance = endpoint({
  method: 'GET',
  path: '/dashboard/attendance',
  access: 'signed_in',
  summary: 'Attendance figures: none are kept yet',
  response: nothingYet,
  errors: [],
})
