import { foldText } from '../../platform/fold-text.ts'

const SLUG_MIN_LENGTH = 3
const SLUG_MAX_LENGTH = 60
/** Room for `-20` behind a suggestion. */
const SUGGESTED_MAX_LENGTH = SLUG_MAX_LENGTH - 4
const OTHERS = 20

/** Words that stand in addresses for something else, or that a stranger would take for us. */
const reserved = new Set(
  (
    'about account accounts admin administrator all analytics api app apps assets attendance auth automation ' +
    'billing billing-history blog buyunitsexpired changes check-in checkin checkinfamily checkinguardian church ' +
    'churches classes compose custody dashboard demo desk dev devices docs domain download draft duplicates email ' +
    'enrol errorpage event events expiredsubscription families family firsttimeranalytics firsttimermanagement ' +
    'followup groups guardian guardians health healthz help home images import inbox index install invitation ' +
    'invite legal list log login logout mail manifest me member-capacity-reached messages metrics my-day narthex ' +
    'new news notifications null offline operator operators opt-out pay payment payments people peopleexpired ' +
    'pictures plans portal preferences prices pricing privacy profile public push-notification readyz receipt ' +
    'receiptexpired register renewal replies reset root routes sandbox scheduled schedules security send senders ' +
    'sendsmsexpired sent service-worker settings sign-in sign-up signin signout signup sms staff statement static ' +
    'station stations status stop stopped subexpired subscription support system task tasks templates tenant ' +
    'terms test thankyou unauthorized undefined undoexpired units unsubscribe user users web webhook webhooks ' +
    'welcome www'
  ).split(' '),
)

/** Whether no church may have this slug. */
export const isReserved = (slug: string): boolean => reserved.has(slug)

/** A name as it may stand in an address: `Ìjọ Ọlọ́run` gives `ijo-olorun`. A name in other letters than ours gives `church`. */
export function slugOf(name: string): string {
  const words = foldText(name).match(/[a-z0-9]+/g) ?? []
  const slug = words.join('-').slice(0, SUGGESTED_MAX_LENGTH).replace(/-+$/, '')
  if (slug.length >= SLUG_MIN_LENGTH) return slug
  return slug === '' ? 'church' : `church-${slug}`
}

/** What to try for a name, the best first; reserved ones are left out. */
export function slugsNear(slug: string): string[] {
  const others = Array.from({ length: OTHERS - 1 }, (_, index) => `${slug}-${index + 2}`)
  return [slug, ...(isReserved(slug) ? [`${slug}-church`] : []), ...others].filter((word) => !isReserved(word))
}
