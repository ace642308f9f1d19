import { useState } from 'react'
import { useTexts, type TextId } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconChevronDown, IconRefresh } from '../../ui/icons.ts'
import { Badge, type Tone } from '../../ui/surfaces/badge.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { Picker, type PickerOption } from '../../ui/picker/picker.tsx'
import { senderState, type SenderId, type SenderState } from './sender-ids.ts'

const badges: Record<Exclude<SenderState, 'approved'>, { tone: Tone; text: TextId }> = {
  pending: { tone: 'warn', text: 'messaging.compose.senderPending' },
  refused: { tone: 'bad', text: 'messaging.compose.senderRefused' },
}

function StateBadge({ state }: { state: Exclude<SenderState, 'approved'> }) {
  const t = useTexts()
  return <Badge tone={badges[state].tone}>{t(badges[state].text)}</Badge>
}

function optionOf(senderId: SenderId, chosen: string | null): PickerOption {
  const [state, name] = [senderState(senderId), senderId.mask]
  if (state !== 'approved') return { id: senderId.id, name, isDisabled: true, aside: <StateBadge state={state} /> }
  return { id: senderId.id, name, isChosen: name === chosen }
}

type SenderFieldProps = {
  senderIds: readonly SenderId[] | undefined
  failed: boolean
  onRetry: () => void
  value: string | null
  onChange: (mask: string) => void
}

/** The sender IDs of the church; only approved ones can be picked. */
export function SenderField({ senderIds, failed, onRetry, value, onChange }: SenderFieldProps) {
  const t = useTexts()
  /** What is being searched for; null while nothing is. */
  const [typed, setTyped] = useState<string | null>(null)
  const none = senderIds !== undefined && !senderIds.some((one) => senderState(one) === 'approved')
  const found = (senderIds ?? []).filter(({ mask }) => mask.toLowerCase().includes((typed ?? '').trim().toLowerCase()))
  if (failed) {
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
  return (
    <div className="stack-8">
      <Picker
        label={t('messaging.compose.senderId')}
        hint={none ? undefined : t('messaging.compose.senderHint')}
        placeholder={t(senderIds ? 'messaging.compose.chooseSender' : 'ui.state.loading')}
        icon={IconChevronDown}
        text={typed ?? value ?? ''}
        onType={setTyped}
        onClose={() => setTyped(null)}
        options={found.map((senderId) => optionOf(senderId, value))}
        onPick={({ name }) => {
          setTyped(null)
          onChange(name)
        }}
        status={senderIds && found.length === 0 ? t('messaging.compose.noMatch') : null}
      />
      {none && (
        <Note tone="warn">
          {t(senderIds.length > 0 ? 'messaging.compose.noneApproved' : 'messaging.compose.noSenders')}
        </Note>
      )}
    </div>
  )
}
