import { z } from 'zod/mini'

/** What the church writes to many is about. People choose what they receive by email, and what they are told of by push. */
export const topics = ['news', 'events', 'prayer'] as const
export const topic = z.enum(topics)
export type Topic = z.infer<typeof topic>

/**
 * What people may switch off by push; `units`: that SMS units run low, which only those are told who keep the church's money. A
 * class that calls a parent is none of it: it cannot be switched off by itself.
 */
const pushCategories = [...topics, 'units'] as const
export const pushCategory = z.enum(pushCategories)
export type PushCategory = z.infer<typeof pushCategory>
