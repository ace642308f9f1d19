import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import type { RecipientState } from '#contract/messaging/sent-sms.ts'
import type { Icon } from '../../ui/controls/button.tsx'
import {
  IconAntennaBarsOff,
  IconBan,
  IconClockOff,
  IconCloudOff,
  IconHelpCircle,
  IconIdBadge2,
  IconMailbox,
  IconMessageOff,
  IconPhoneOff,
  IconX,
} from '../../ui/icons.ts'

/** What helps: trying it again, mending the numbers, looking who it is, another sender ID. */
export type ReasonAct = 'resend' | 'correct' | 'see' | 'sender'

/** What each reason looks like, and what helps. */
export const reasonLooks: Record<DeliveryReason, { icon: Icon; act: ReasonAct }> = {
  phone_off: { icon: IconPhoneOff, act: 'resend' },
  no_such_number: { icon: IconHelpCircle, act: 'correct' },
  invalid_number: { icon: IconHelpCircle, act: 'correct' },
  no_such_address: { icon: IconHelpCircle, act: 'correct' },
  not_now: { icon: IconClockOff, act: 'resend' },
  marked_as_spam: { icon: IconBan, act: 'see' },
  inbox_full: { icon: IconMailbox, act: 'resend' },
  blocked_by_person: { icon: IconBan, act: 'see' },
  blocked_by_network: { icon: IconBan, act: 'see' },
  sender_refused: { icon: IconIdBadge2, act: 'sender' },
  network_fault: { icon: IconAntennaBarsOff, act: 'resend' },
  expired: { icon: IconClockOff, act: 'resend' },
  refused: { icon: IconX, act: 'see' },
  unknown: { icon: IconHelpCircle, act: 'resend' },
  opted_out: { icon: IconMessageOff, act: 'see' },
  archived: { icon: IconMessageOff, act: 'see' },
  cancelled: { icon: IconMessageOff, act: 'resend' },
  no_answer: { icon: IconAntennaBarsOff, act: 'see' },
  gateway_unreachable: { icon: IconCloudOff, act: 'resend' },
  no_device: { icon: IconPhoneOff, act: 'see' },
}

export type ReasonCount = { state: RecipientState; reason: DeliveryReason; people: number }

/** Why messages did not arrive, most people first. */
export const failuresIn = (reasons: readonly ReasonCount[]): ReasonCount[] =>
  reasons.filter(({ state }) => state === 'failed')

/** Those of them for which trying again may help. */
export const worthTrying = (reasons: readonly ReasonCount[]): ReasonCount[] =>
  failuresIn(reasons).filter(({ reason }) => reasonLooks[reason].act === 'resend')

export const peopleIn = (reasons: readonly ReasonCount[]): number =>
  reasons.reduce((sum, { people }) => sum + people, 0)
