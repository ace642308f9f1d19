import { z } from 'zod/mini'
import { id } from '../pages.ts'
import { track } from './settings.ts'

/** What a rule is: when, if, then, and how often. The same rule is read, written, tried and explained. */

const listId = z.int().check(z.gte(1), z.lte(30_000))
const many = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.minLength(1), z.maxLength(30))

const trigger = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('first_visit') }),
  z.object({ kind: z.literal('second_visit') }),
  z.object({ kind: z.literal('no_visit'), weeks: z.int().check(z.gte(1), z.lte(52)) }),
  z.object({ kind: z.literal('stage'), stageId: listId }),
  z.object({ kind: z.literal('birthday') }),
])
export type Trigger = z.infer<typeof trigger>

export const messageChannels = ['sms', 'email', 'push'] as const
const years = z.nullable(z.int().check(z.gte(0), z.lte(120)))

/** All of them must hold. `is` false: none of those named. */
const condition = z.discriminatedUnion('fact', [
  /** 0: not specified. */
  z.object({
    fact: z.literal('source'),
    is: z.boolean(),
    ids: many(z.int().check(z.gte(0), z.lte(30_000))),
  }),
  z.object({ fact: z.literal('group'), is: z.boolean(), ids: many(id) }),
  z.object({ fact: z.literal('stage'), is: z.boolean(), ids: many(listId) }),
  z.object({ fact: z.literal('kind'), kind: track }),
  /** Who is of an unknown age is of none. */
  z.object({ fact: z.literal('age'), atLeast: years, atMost: years }).check(
    z.refine(({ atLeast, atMost }) => atLeast === null || atMost === null || atLeast <= atMost, {
      path: ['atMost'],
      error: 'The oldest age is below the youngest.',
    }),
  ),
  z.object({ fact: z.literal('gender'), gender: z.enum(['female', 'male']) }),
  /** Reached on this channel, and has not refused it. */
  z.object({ fact: z.literal('consent'), channel: z.enum(messageChannels) }),
])
export type Condition = z.infer<typeof condition>

const written = (most: number) => z.string().check(z.normalize('NFC'), z.trim(), z.minLength(1), z.maxLength(most))
const line = (most: number) => written(most).check(z.regex(/^\P{Cc}*$/u, 'Write it in one line.'))
/** Minutes after what happened. */
const after = z.int().check(z.gte(0), z.lte(60 * 24 * 30))

const ACTION_TEXT_MAX_LENGTH = 1_600
const action = z.discriminatedUnion('act', [
  /** `senderId`: as in a message of the staff. `#name#` is the first name. */
  z.object({ act: z.literal('sms'), after, senderId: line(11), text: written(ACTION_TEXT_MAX_LENGTH) }),
  z.object({ act: z.literal('email'), after, subject: line(200), text: written(4_000) }),
  z.object({ act: z.literal('push'), after, title: line(50), text: written(120) }),
  /** `ownerId` null: whoever looks after the person. Due at the end of an office's day, so many days later. */
  z.object({
    act: z.literal('task'),
    after,
    instructions: written(500),
    ownerId: z.nullable(id),
    dueDays: z.int().check(z.gte(0), z.lte(60)),
    reminder: z.nullable(z.union([z.literal(30), z.literal(60), z.literal(1440)])),
  }),
  z.object({ act: z.literal('stage'), after, stageId: listId }),
  z.object({ act: z.literal('owner'), after, ownerId: id }),
])
export type Action = z.infer<typeof action>
export type ActKind = Action['act']

/** Once for each person ever, once for each visit, or every time. */
const repeats = ['once', 'per_visit', 'every'] as const

export const definition = z.object({
  trigger,
  conditions: z.array(condition).check(z.maxLength(10)),
  actions: z.array(action).check(z.minLength(1), z.maxLength(10)),
  repeat: z.enum(repeats),
})
export type Definition = z.infer<typeof definition>

/** Why a rule did nothing for somebody: they do not fit, or it is over. */
export const runReasons = ['conditions', 'already', 'paused', 'archived', 'loop', 'broken', 'expired', 'off'] as const
export type RunReason = (typeof runReasons)[number]

export const actReasons = [
  // Waits.
  'later',
  'units',
  'daily_cap',
  'broken',
  'later_try',
  // Skipped.
  'no_address',
  'refused',
  'same_address',
  'not_possible',
  'gate_shut',
  'expired',
  // Stopped.
  'returned',
  'paused',
  'archived',
  'off',
] as const
export type ActReason = (typeof actReasons)[number]

/** What was asked of a person and found. `index`: which condition. */
export const step = z.object({
  what: z.enum(['when', 'active', 'repeat', 'if']),
  index: z.nullable(z.int()),
  ok: z.boolean(),
  /** What was found instead, or on which day it happened; null: nothing. */
  found: z.nullable(z.string()),
})
export type Step = z.infer<typeof step>

/** Something a rule names that is not there any more. */
export const fault = z.object({ what: z.enum(['stage', 'source', 'group', 'staff', 'sender']), name: z.string() })
export type RuleFault = z.infer<typeof fault>
