import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Destination, SmsQuote } from '#contract/messaging/sms.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconChevronDown, IconPlus, IconRefresh } from '../../ui/icons.ts'
import { Picker, type PickerOption } from '../../ui/picker/picker.tsx'
import { Badge, type Tone } from '../../ui/surfaces/badge.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { NetworkDemands, Networks, NumberInstead } from './networks.tsx'
import { senderState, type SenderId, type SenderState } from './sender-ids.ts'

const RequestDialog = lazy(async () => ({ default: (await import('./request-dialog.tsx')).RequestDialog }))
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }))

const badges: Record<Exclude<SenderState, 'approved'>, { tone: Tone; text: TextId }> = {
  pending: { tone: 'warn', text: 'messaging.compose.senderPending' },
  refused: { tone: 'bad', text: 'messaging.compose.senderRefused' },
}

function StateBadge({ state }: { state: Exclude<SenderState, 'approved'> }) {
  const t = useTexts()
  return <Badge tone={badges[state].tone}>{t(badges[state].text)}</Badge>
}

/** The last of the options; ids of sender IDs are others. */
const REQUEST = 'request'

type SenderFieldProps = {
  senderIds: readonly SenderId[] | undefined
  failed: boolean
  onRetry: () => void
  /** Approved, or waiting for it. */
  selected: SenderId | null
  /** Who of the recipients would see a number; null: nobody, or it is not known. */
  numberInstead: SmsQuote['numberInstead']
  /** Whom the message is for; null: nobody is chosen. */
  destination: Destination | null
  onChange: (mask: string) => void
}

/** What there is to know of one before it is picked. */
function noteOf(sender: SenderId): ReactNode {
  const [state, { networks }] = [senderState(sender), sender]
  if (state === 'approved') return networks.length > 0 && <Networks networks={networks} />
  return (
    <>
      <StateBadge state={state} /> {state === 'refused' && sender.refusedReason}
    </>
  )
}

function optionOf(sender: SenderId, { selected }: SenderFieldProps): PickerOption {
  return {
    id: sender.id,
    name: sender.mask,
    note: noteOf(sender),
    isDisabled: senderState(sender) === 'refused',
    isChosen: sender.id === selected?.id,
  }
}

/** Why nothing can be sent, and what to do about it. */
function Hindrance({
  senderIds,
  selected,
  request,
}: { request: ReactNode } & Pick<SenderFieldProps, 'senderIds' | 'selected'>) {
  const t = useTexts()
  if (!senderIds) return null
  if (selected && senderState(selected) === 'pending')
    return <Note tone="info">{t('messaging.sender.waits', { mask: selected.mask })}</Note>
  if (senderIds.some((one) => senderState(one) === 'approved')) return null
  if (senderIds.some((one) => senderState(one) === 'pending'))
    return <Note tone="warn">{t('messaging.compose.noneApproved')}</Note>
  const refused = senderIds[0]
  if (!refused)
    return (
      <Note tone="info" action={request}>
        {t('messaging.compose.noSenders')}
      </Note>
    )
  return (
    <Note tone="warn" action={request}>
      {t('messaging.sender.notApproved', { mask: refused.mask, reason: refused.refusedReason ?? '' })}
    </Note>
  )
}

function Failed({ onRetry }: Pick<SenderFieldProps, 'onRetry'>) {
  const t = useTexts()
  const retry = (
    <Button size="sm" icon={IconRefresh} onClick={onRetry}>
      {t('ui.state.tryAgain')}
    </Button>
  )
  return (
    <Note tone="bad" action={retry}>
      {t('messaging.compose.sendersFailed')}
    </Note>
  )
}

type Asked = { what: 'request'; typed: string } | { what: 'delete'; sender: SenderId } | null

/** The sender IDs of the church, to pick one, to request another and to delete one. */
export function SenderField(props: SenderFieldProps) {
  const { senderIds, failed, onRetry, selected, numberInstead, onChange } = props
  const t = useTexts()
  /** What is being searched for; null while nothing is. */
  const [typed, setTyped] = useState<string | null>(null)
  const [asked, ask] = useState<Asked>(null)
  if (failed) return <Failed onRetry={onRetry} />
  const wanted = (typed ?? '').trim()
  const found = (senderIds ?? []).filter(({ mask }) => mask.toLowerCase().includes(wanted.toLowerCase()))
  const requestOption = { id: REQUEST, name: t('messaging.sender.requestNew'), icon: IconPlus }
  const request = (
    <Button size="sm" onClick={() => ask({ what: 'request', typed: '' })}>
      {t('messaging.sender.requestOne')}
    </Button>
  )
  return (
    <div className="stack-8">
      <Picker
        label={t('messaging.compose.senderId')}
        hint={t('messaging.compose.senderHint')}
        placeholder={t(senderIds ? 'messaging.compose.chooseSender' : 'ui.state.loading')}
        icon={IconChevronDown}
        text={typed ?? selected?.mask ?? ''}
        onType={setTyped}
        onClose={() => setTyped(null)}
        options={[...found.map((sender) => optionOf(sender, props)), ...(senderIds ? [requestOption] : [])]}
        onPick={({ id, name }) => {
          setTyped(null)
          if (id === REQUEST) ask({ what: 'request', typed: wanted })
          else onChange(name)
        }}
        removal={{
          label: (name) => t('messaging.sender.deleteOne', { mask: name }),
          isRemovable: ({ id }) => id !== REQUEST,
          onRemove: ({ id }) => {
            const sender = senderIds?.find((one) => one.id === id)
            if (sender) ask({ what: 'delete', sender })
          },
        }}
        status={senderIds && found.length === 0 && wanted !== '' ? t('messaging.compose.noMatch') : null}
      />
      {selected && selected.networks.length > 0 && <Networks networks={selected.networks} />}
      {selected && <NetworkDemands networks={selected.networks} />}
      {numberInstead && numberInstead.mask === selected?.mask && (
        <NumberInstead
          instead={numberInstead}
          destination={props.destination}
          senderIds={senderIds ?? []}
          onUse={onChange}
        />
      )}
      <Hindrance senderIds={senderIds} selected={selected} request={request} />
      <Suspense fallback={null}>
        {asked?.what === 'request' && (
          <RequestDialog typed={asked.typed} onClose={() => ask(null)} onRequested={onChange} />
        )}
        {asked?.what === 'delete' && <DeleteDialog sender={asked.sender} onClose={() => ask(null)} />}
      </Suspense>
    </div>
  )
}
