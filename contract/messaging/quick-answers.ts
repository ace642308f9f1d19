import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
import { ANSWER_MAX_LENGTH } from './replies.ts'

export const QUICK_ANSWERS_MAX = 100
export const QUICK_ANSWER_NAME_MAX = 60

/** What the staff answers often. `#name#` is the first name of whoever is answered. */
export const quickAnswer = z.object({ id, name: z.string(), text: z.string() })
export type QuickAnswer = z.infer<typeof quickAnswer>

/** By name. */
const quickAnswers = z.array(quickAnswer)

export const listQuickAnswers = endpoint({
  method: 'GET',
  path: '/api/messaging/replies/quick-answers',
  access: { ability: 'messages.read' },
  summary: 'What the church answers often to replies, by name',
  response: quickAnswers,
  errors: [],
})

/** The screen makes the id: the same again is one. */
export const saveQuickAnswer = endpoint({
  method: 'PUT',
  path: '/api/messaging/replies/quick-answers/{id}',
  access: { ability: 'messages.send' },
  summary: 'Keep or change a quick answer; answers all of them',
  params: idParams,
  body: z.object({
    name: z
      .string()
      .check(z.normalize('NFC'), z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(QUICK_ANSWER_NAME_MAX)),
    text: z
      .string()
      .check(z.normalize('NFC'), z.trim(), z.minLength(1, 'Enter your message'), z.maxLength(ANSWER_MAX_LENGTH)),
  }),
  response: quickAnswers,
  errors: ['invalid_input', 'name_taken', 'too_many_quick_answers'],
})

/** One that is gone already changes nothing. */
export const deleteQuickAnswer = endpoint({
  method: 'DELETE',
  path: '/api/messaging/replies/quick-answers/{id}',
  access: { ability: 'messages.send' },
  summary: 'Delete a quick answer; answers those that are left',
  params: idParams,
  response: quickAnswers,
  errors: ['invalid_input'],
})
