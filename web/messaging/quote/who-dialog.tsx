import type { Destination, NamedPerson, WhoAsked } from '#contract/messaging/sms.ts'
import { listWho } from '#contract/messaging/sms.ts'
import { call } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { groupPhone } from '../../languages/phone.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import classes from './quote.module.css'

/** Whom a message is for, and the sender ID that they would see. */
export type WhoOf = { destination: Destination; senderId: string | null }

const titles: Record<WhoAsked, TextId> = {
  without_number: 'messaging.who.withoutNumber',
  duplicates: 'messaging.who.duplicates',
  opted_out: 'messaging.who.optedOut',
  number_instead: 'messaging.who.numberInstead',
}

const usePeople = (which: WhoAsked, { destination, senderId }: WhoOf) =>
  usePagedList<NamedPerson>([...keyOf(listWho), which, senderId, destination], (page, signal) =>
    call(listWho, { body: { which, destination, ...(senderId && { senderId }), ...page } }, { signal }),
  )

function Row({ person: { name, phone, times, network } }: { person: NamedPerson }) {
  const t = useTexts()
  const number = phone && <Phone value={groupPhone(phone)} />
  const asides = [times > 1 && t('messaging.who.times', { count: times }), network].filter(Boolean)
  return (
    <li>
      <span>
        <bdi className="strong">{name || (number ?? t('messaging.report.noName'))}</bdi>
        {name && number && <span className="small muted num"> {number}</span>}
      </span>
      {asides.length > 0 && <span className="muted">{asides.join(', ')}</span>}
    </li>
  )
}

type WhoDialogProps = { which: WhoAsked; of: WhoOf; onClose: () => void }

/** Who stands behind a figure of the cost. */
export function WhoDialog({ which, of, onClose }: WhoDialogProps) {
  const t = useTexts()
  const { number } = useFormat()
  const { rows, total, isLoading, failure, retry, hasMore, isLoadingMore, loadMore } = usePeople(which, of)
  return (
    <Dialog open onClose={onClose} title={t(titles[which])}>
      {isLoading && !failure && <Loading rows={3} />}
      {failure && <Failed failure={failure} onRetry={retry} />}
      {rows.length > 0 && (
        <>
          <p className="muted num">{t('messaging.who.count', { all: number(total) })}</p>
          <ul className={`${classes['invalid']} ${classes['who']}`}>
            {rows.map((person, place) => (
              // Several without a number may have one name.
              <Row key={`${place} ${person.phone}`} person={person} />
            ))}
          </ul>
        </>
      )}
      {hasMore && (
        <Button size="sm" busy={isLoadingMore} onClick={loadMore}>
          {t('messaging.replies.more')}
        </Button>
      )}
    </Dialog>
  )
}
