import type { RejectedReason } from '#contract/messaging/contact-files.ts'
import { ApiFailure } from '../../api/call.ts'
import type { TextId } from '../../languages/index.ts'

const reasons: Record<RejectedReason, TextId> = {
  empty: 'messaging.compose.reasonEmpty',
  too_short: 'messaging.compose.reasonTooShort',
  too_long: 'messaging.compose.reasonTooLong',
  not_a_number: 'messaging.compose.reasonNotANumber',
  scientific_notation: 'messaging.compose.reasonScientific',
  not_valid_here: 'messaging.compose.reasonNotValidHere',
}
const isKnown = (reason: string): reason is RejectedReason => Object.hasOwn(reasons, reason)

/** Why a number cannot be used, in words. */
export const reasonText = (reason: string): TextId =>
  isKnown(reason) ? reasons[reason] : 'messaging.compose.reasonNotValidHere'

/** Why a file was not taken. */
export function uploadFailureText(failure: unknown): TextId {
  if (!(failure instanceof ApiFailure)) return 'messaging.compose.fileOther'
  if (failure.code === 'too_many_rows') return 'messaging.compose.fileTooManyRows'
  if (failure.code === 'unreadable_file') return 'messaging.compose.fileUnreadable'
  if (failure.code === 'too_large') return 'messaging.compose.fileTooLarge'
  if (failure.code === 'unsupported_media_type') return 'messaging.compose.fileWrongKind'
  if (failure.code === 'network') return 'messaging.compose.noInternet'
  return failure.code === 'timeout' ? 'messaging.compose.fileTimeout' : 'messaging.compose.fileOther'
}
