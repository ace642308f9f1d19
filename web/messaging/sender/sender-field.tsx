import { Select } from '@mantine/core'
import { useTexts, type TextId } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { IconChevronDown, IconRefresh } from '../../ui/icons.ts'
import { Badge, type Tone } from '../../ui/surfaces/badge.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import classes from './sender.module.css'
import { senderState, type SenderId, type SenderState } from './sender-ids.ts'

const badges: Record<Exclude<SenderState, 'approved'>, { tone: Tone; text: TextId }> = {
  pending: { tone: 'warn', text: 'messaging.compose.senderPending' },
  refused: { tone: 'bad', text: 'messaging.compose.senderRefused' },
}

function SenderOption({ senderId }: { senderId: SenderId }) {
  const t = useTexts()
  const state = senderState(senderId)
  return (
    <span className={classes['option']}>
      <bdi>{senderId.mask}</bdi>
      {state !== 'approved' && <Badge tone={badges[state].tone}>{t(badges[state].text)}</Badge>}
    </span>
  )
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
  const none = senderIds !== undefined && !senderIds.some((one) => senderState(one) === 'approved')
  const byMask = new Map(senderIds?.map((one) => [one.mask, one]))
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
      <Field label={t('messaging.compose.senderId')} hint={none ? undefined : t('messaging.compose.senderHint')}>
        {(control) => (
          <Select
            {...control}
            searchable
            allowDeselect={false}
            withCheckIcon={false}
            placeholder={t(senderIds ? 'messaging.compose.chooseSender' : 'ui.state.loading')}
            nothingFoundMessage={t('messaging.compose.noMatch')}
            classNames={{ option: classes['row'] ?? '' }}
            rightSection={<IconChevronDown size={18} aria-hidden="true" />}
            comboboxProps={{ transitionProps: { duration: 0 } }}
            scrollAreaProps={{ type: 'auto' }}
            data={[...byMask.values()].map((one) => ({ value: one.mask, label: one.mask, disabled: senderState(one) !== 'approved' }))}
            renderOption={({ option }) => {
              const senderId = byMask.get(option.value)
              return senderId ? <SenderOption senderId={senderId} /> : option.label
            }}
            value={value}
            onChange={(mask) => mask !== null && onChange(mask)}
          />
        )}
      </Field>
      {none && (
        <Note tone="warn">{t(byMask.size > 0 ? 'messaging.compose.noneApproved' : 'messaging.compose.noSenders')}</Note>
      )}
    </div>
  )
}
