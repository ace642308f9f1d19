import type { Actor, Caller } from '#server/platform/http/index.ts'

/** Who does something to people: of which church, and when. */
export type Doer = { tenantId: string; actor: Actor; at: Date }

export const doerOf = ({ caller, actor, at }: { caller: Caller; actor: Actor; at: Date }): Doer => ({
  tenantId: caller.tenantId,
  actor,
  at,
})

/** What can be done to many people at once and undone. An import has an undo of its own. */
export type ActKind = 'archive' | 'restore' | 'add_to_group' | 'remove_from_group' | 'change_kind' | 'merge' | 'import'
