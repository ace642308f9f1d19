import { useState } from 'react'
import type { StoppedAddress } from '#contract/messaging/stopped-addresses.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { listFilter } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { RowLink, type Columns } from '../../ui/data-table/index.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { Empty } from '../../ui/states/index.ts'
import { Badge, type Tone } from '../../ui/surfaces/badge.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { toast } from '../../ui/toasts/index.ts'
import classes from './email.module.css'
import { useReleaseAddress, useStoppedAddresses } from './queries.ts'

const { useFilter } = listFilter({ name: 'stopped-addresses', path: paths.stoppedAddresses, parts: {} })

type One = { stop: StoppedAddress }

/** The address, and who has it now. */
function Address({ stop: { address, person } }: One) {
  const t = useTexts()
  const canRead = useCan('people.read')
  return (
    <>
      <span className={classes['title']}>{address}</span>
      <span className={`${classes['below']} small muted`}>
        {person && canRead ? (
          <RowLink to={paths.person} params={{ id: person.id }}>
            {person.name}
          </RowLink>
        ) : (
          (person?.name ?? t('messaging.emailStopped.nobody'))
        )}
      </span>
    </>
  )
}

const reasons: Record<StoppedAddress['reason'], { word: TextId; tone: Tone; text?: TextId }> = {
  hard: { word: 'messaging.emailStopped.hard', tone: 'bad' },
  soft: { word: 'messaging.emailStopped.soft', tone: 'warn', text: 'messaging.emailStopped.softText' },
  complaint: { word: 'messaging.emailStopped.complaint', tone: 'bad' },
}

/** Why, and in the words of the server that said it; what waits for somebody to decide asks. */
function Why({ stop: { reason, words } }: One) {
  const t = useTexts()
  const { word, tone, text } = reasons[reason]
  return (
    <span className={classes['words']}>
      <Badge tone={tone}>{t(word)}</Badge>
      {text && <span className="small">{t(text)}</span>}
      {words && (
        <q className={classes['said']} dir="ltr">
          {words}
        </q>
      )}
    </span>
  )
}

const Since = ({ stop: { at } }: One) => <span className="num">{useFormat().dateTime(at)}</span>

type Acting = One & { onRelease: (address: string) => void }

function Release({ stop: { address }, onRelease }: Acting) {
  const t = useTexts()
  return (
    <Button
      size="sm"
      aria-label={t('messaging.emailStopped.releaseOne', { address })}
      onClick={() => onRelease(address)}
    >
      {t('messaging.emailStopped.release')}
    </Button>
  )
}

const shown: Columns<StoppedAddress> = [
  { id: 'address', title: 'messaging.emailStopped.address', cell: (stop) => <Address stop={stop} />, isName: true },
  { id: 'why', title: 'messaging.emailStopped.why', cell: (stop) => <Why stop={stop} /> },
  { id: 'since', title: 'messaging.emailStopped.since', cell: (stop) => <Since stop={stop} />, width: '12rem' },
]

/** Who may not send releases none. */
const columnsWith = (onRelease: Acting['onRelease'] | null): Columns<StoppedAddress> =>
  onRelease
    ? [
        ...shown,
        {
          id: 'action',
          title: 'messaging.emailList.action',
          cell: (stop) => <Release stop={stop} onRelease={onRelease} />,
          width: '9rem',
          align: 'end',
        },
      ]
    : shown

const cardWith = (onRelease: Acting['onRelease'] | null) => (stop: StoppedAddress) => (
  <div className={classes['card']}>
    <Address stop={stop} />
    <Why stop={stop} />
    <span className="small muted">
      <Since stop={stop} />
    </span>
    {onRelease && <Release stop={stop} onRelease={onRelease} />}
  </div>
)

/** Asks why the address works again: who decides stands with it in the log. */
function ReleaseDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const t = useTexts()
  const [reason, setReason] = useState('')
  const release = useReleaseAddress()
  const submit = () =>
    release.run(
      { address, reason },
      {
        done: () => {
          toast.ok(t('messaging.emailStopped.released'))
          onClose()
        },
        failed: () => void toast.bad(t('messaging.emailStopped.notReleased')),
      },
    )
  const actions = (
    <>
      <Button onClick={onClose}>{t('messaging.emailStopped.cancel')}</Button>
      <Button kind="primary" busy={release.busy} disabled={reason.trim().length < 3} onClick={submit}>
        {t('messaging.emailStopped.release')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('messaging.emailStopped.releaseTitle')} actions={actions}>
      <p className={classes['wraps']}>{t('messaging.emailStopped.releaseText', { address })}</p>
      <TextField
        label={t('messaging.emailStopped.reason')}
        hint={t('messaging.emailStopped.reasonHint')}
        value={reason}
        maxLength={200}
        dir="auto"
        autoComplete="off"
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  )
}

const words: ListWords = {
  title: 'messaging.emailStopped.title',
  searchLabel: 'messaging.emailStopped.searchLabel',
  searchPlaceholder: 'messaging.emailStopped.searchPlaceholder',
  noMatch: 'messaging.emailStopped.noMatch',
  emptyTitle: 'messaging.emailStopped.empty',
}

/** Addresses that emails to groups do not go to, because of what came back of them. */
export function StoppedPage() {
  const t = useTexts()
  const maySend = useCan('messages.send')
  const filtering = useFilter()
  const list = useStoppedAddresses(filtering.search)
  const [asked, ask] = useState<string | null>(null)
  const onRelease = maySend ? ask : null
  return (
    <ListPage
      {...{ words, filtering, list, columns: columnsWith(onRelease), card: cardWith(onRelease) }}
      name="stopped-addresses"
      idOf={({ address }) => address}
      nameOf={({ address }) => address}
      head={
        <PageHeader
          title={t('messaging.emailStopped.title')}
          back={{ to: paths.sentEmails, label: t('messaging.emailList.title') }}
        >
          {t('messaging.emailStopped.text')}
        </PageHeader>
      }
      empty={
        <Empty title={t('messaging.emailStopped.empty')} picture="letter">
          {t('messaging.emailStopped.emptyText')}
        </Empty>
      }
    >
      {asked !== null && <ReleaseDialog address={asked} onClose={() => ask(null)} />}
    </ListPage>
  )
}
