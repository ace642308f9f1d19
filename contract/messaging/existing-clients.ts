import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { numberedPage, numberedPageQuery } from '../pages.ts'

/** Lists that existing clients ask for at every page load, of parts that a church has nothing in yet: empty, in their shapes. */

const emptyPage = numberedPage(z.unknown())
const emptyList = z.array(z.unknown())

export const getAllSmsReplies = endpoint({
  method: 'GET',
  path: '/api/Messaging/GetAllSmsReplies',
  access: { ability: 'messages.read' },
  summary: 'Replies to SMS: none come in yet',
  query: numberedPageQuery,
  response: emptyPage,
  errors: ['invalid_input'],
})

export const getAllSentEmails = endpoint({
  method: 'GET',
  path: '/api/Messaging/getAllSentEmails',
  access: { ability: 'messages.read' },
  summary: 'Sent emails: none can be sent yet',
  query: numberedPageQuery,
  response: emptyPage,
  errors: ['invalid_input'],
})

export const getAllSentPushNotifications = endpoint({
  method: 'GET',
  path: '/api/Messaging/getAllSentPushNotifications',
  access: { ability: 'messages.read' },
  summary: 'Sent push notifications: none can be written yet',
  query: numberedPageQuery,
  response: emptyPage,
  errors: ['invalid_input'],
})

export const getSmsDrafts = endpoint({
  method: 'GET',
  path: '/api/Messaging/getSMSDrafts',
  access: { ability: 'messages.read' },
  summary: 'SMS drafts: none are kept yet',
  response: emptyList,
  errors: [],
})

export const getSmsSchedules = endpoint({
  method: 'GET',
  path: '/api/Messaging/getSmsSchedules',
  access: { ability: 'messages.read' },
  summary: 'Scheduled SMS: none are kept yet',
  response: emptyList,
  errors: [],
})

export const getEmailDrafts = endpoint({
  method: 'GET',
  path: '/api/Messaging/getEmailDrafts',
  access: { ability: 'messages.read' },
  summary: 'Email drafts: none are kept yet',
  response: emptyList,
  errors: [],
})

export const getEmailSchedules = endpoint({
  method: 'GET',
  path: '/api/Messaging/getEmailSchedules',
  access: { ability: 'messages.read' },
  summary: 'Scheduled emails: none are kept yet',
  response: emptyList,
  errors: [],
})
