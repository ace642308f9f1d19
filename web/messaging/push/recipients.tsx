import { exportPushRecipients, type SentPush } from '#contract/messaging/push.ts'
import type { RecipientState } from '#contract/messaging/sent-sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { listFilter, oneOf } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataTable, type Columns } from '../../ui/data-table/index.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import classes from './push.module.css'
import { useRecipients, type Recipient } from './queries.ts'

const states: Record<RecipientState, { word: TextId; tone: 'ok' | 'bad' | 'neutral' | 'info' }> = {
  queued: { word: 'messaging.pushOne.waiting', tone: 'info' },
  sent: { word: 'messaging.pushOne.sent', tone: 'ok' },
  delivered: { word: 'messaging.pushOne.sent', tone: 'ok' },
  no_report: { word: 'messaging.pushOne.sent', tone: 'ok' },
  failed: { word: 'messaging.pushOne.notSent', tone: 'bad' },
  unknown: { word: 'messaging.pushOne.unknown', tone: 'neutral' },
  skipped: { word: 'messaging.pushOne.skipped', tone: 'neutral' },
}

const why: Record<string, TextId> = {
  no_device: 'messaging.pushOne.noDevice',
  opted_out: 'messaging.pushOne.optedOut',
  archived: 'messaging.report.archived',
  cancelled: 'messaging.pushOne.cancelled',
}

function Arrival({ recipient: { state, reason } }: { recipient: Recipient }) {
  const t = useTexts()
  const text = reason ? why[reason] : undefined
  return (
    <span className={classes['state']}>
      <Badge tone={states[state].tone}>{t(states[state].word)}</Badge>
      {text && <span className="small muted">{t(text)}</span>}
    </span>
  )
}

const columns: Columns<Recipient> = [
  { id: 'name', title: 'messaging.pushOne.name', cell: ({ name }) => name, isName: true },
  {
    id: 'state',
    title: 'messaging.pushOne.state',
    cell: (recipient) => <Arrival recipient={recipient} />,
    width: '20rem',
  },
]

const card = (recipient: Recipient) => (
  <div className={classes['card']}>
    <span className="strong">{recipient.name}</span>
    <Arrival recipient={recipient} />
  </div>
)

const SHOWN = ['sent', 'queued', 'failed', 'skipped'] as const
type Shown = (typeof SHOWN)[number]

const { useFilter } = listFilter({ name: 'push-recipients', path: paths.onePush, parts: { state: oneOf(SHOWN) } })

const files: readonly ExportColumn[] = [
  { id: 'position', title: 'messaging.export.position' },
  { id: 'name', title: 'messaging.pushOne.name', of: 'name' },
  { id: 'state', title: 'messaging.pushOne.state', of: 'state' },
  { id: 'reason', title: 'messaging.export.reason', of: 'state' },
  { id: 'at', title: 'messaging.pushOne.time' },
]

type Taken = { push: SentPush; search: string; state: Shown | undefined; total: number }

function useExport({ push, search, state, total }: Taken) {
  const t = useTexts()
  return useListExport({
    endpoint: exportPushRecipients,
    params: { id: push.id },
    query: { ...(search && { search }), ...(state && { state }) },
    columns: files,
    shown: columns.map(({ id }) => id),
    total,
    title: push.title,
    what: t('messaging.report.people', { count: total }),
    church: useSession().church.name,
  })
}

type ChipsProps = { push: SentPush; shown: Shown | undefined; onShow: (shown: Shown | '') => void }

/** Those who are in a state, where there are any. */
function Chips({ push: { recipients, counts }, shown, onShow }: ChipsProps) {
  const t = useTexts()
  const { number } = useFormat()
  const chip = (one: Shown | '', word: TextId, count: number) => (
    <Button key={one} size="sm" aria-pressed={(shown ?? '') === one} onClick={() => onShow(one)}>
      {`${t(word)} ${number(count)}`}
    </Button>
  )
  return (
    <div className={classes['chips']}>
      {chip('', 'messaging.pushOne.all', recipients)}
      {SHOWN.filter((one) => counts[one] > 0).map((one) => chip(one, states[one].word, counts[one]))}
    </div>
  )
}

/** Everyone it was for, and whether it reached one of their devices. */
export function Recipients({ push }: { push: SentPush }) {
  const t = useTexts()
  const filtering = useFilter({ id: push.id })
  const { state } = filtering.state
  const { search } = filtering
  const list = useRecipients(push, { search, ...(state && { state }) })
  return (
    <DataTable
      {...{ columns, card, list }}
      chips={<Chips push={push} shown={state} onShow={(one) => filtering.change({ state: one })} />}
      exporting={useExport({ push, search, state, total: list.total })}
      name="push-recipients"
      caption={t('messaging.pushOne.recipients')}
      idOf={({ position }) => String(position)}
      nameOf={({ name }) => name}
      search={{
        value: filtering.search,
        onChange: filtering.searchFor,
        label: t('messaging.pushOne.searchLabel'),
        placeholder: t('messaging.pushOne.searchPlaceholder'),
      }}
      noMatch={
        filtering.isNarrowed && <NoMatch onClear={filtering.clearAll}>{t('messaging.pushList.noMatch')}</NoMatch>
      }
      empty={<Empty title={t('messaging.pushOne.nobody')} />}
    />
  )
}
