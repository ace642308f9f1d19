import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listChurches } from '#contract/operator/churches.ts'
import type { UnclaimedReply } from '#contract/operator/unclaimed-replies.ts'
import { ApiFailure } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useSettled } from '../../device/clock.ts'
import { useTexts } from '../../languages/index.ts'
import { IconSearch } from '../../ui/icons.ts'
import { Picker, type PickerOption } from '../../ui/picker/picker.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { useAssign } from './queries.ts'
import classes from './replies.module.css'

const PAUSE_MS = 250
const FOUND_MOST = 8

/** Churches by name; without words those that may send under the sender ID. */
function useFound({ churches }: UnclaimedReply, text: string) {
  const search = useSettled(text.trim(), PAUSE_MS)
  const { data, isLoading } = useQuery({
    ...read(listChurches, { query: { search, limit: FOUND_MOST } }),
    enabled: search !== '',
  })
  if (text.trim() === '') return { options: churches, isLoading: false }
  const options = data?.items.map(({ id, name, city }): PickerOption => ({ id, name, note: city })) ?? []
  return { options, isLoading: isLoading || search !== text.trim() }
}

type AssignDialogProps = { reply: UnclaimedReply; onClose: () => void }

/** Gives a reply to the church that it was meant for. */
export function AssignDialog({ reply, onClose }: AssignDialogProps) {
  const t = useTexts()
  const [first, ...others] = reply.churches
  const [church, choose] = useState(others.length === 0 && first ? first : null)
  const [text, type] = useState(church?.name ?? '')
  const { options, isLoading } = useFound(reply, church ? '' : text)
  const assign = useAssign(reply)
  const send = async () => {
    if (!church) throw new ApiFailure('unexpected', 0, t('operator.replies.choose'))
    await assign.send(church.id)
    toast.ok(t('operator.replies.assigned', { church: church.name }))
    onClose()
  }
  const pick = (option: PickerOption) => {
    choose({ id: option.id, name: option.name })
    type(option.name)
  }
  return (
    <FormDialog
      title={t('operator.replies.assignTitle')}
      submit={t('operator.replies.assign')}
      isWaiting={church === null}
      onSend={send}
      onClose={onClose}
      failureWords={{ invalid_input: 'operator.replies.wrongNumber', not_found: 'operator.replies.gone' }}
    >
      <blockquote className={classes['text']} dir="auto">
        {reply.text}
      </blockquote>
      <Picker
        label={t('operator.replies.church')}
        placeholder={t('operator.replies.search')}
        icon={IconSearch}
        text={text}
        onType={(typed) => {
          choose(null)
          type(typed)
        }}
        options={options.map((option) => ({ ...option, isChosen: option.id === church?.id }))}
        onPick={pick}
        status={!isLoading && options.length === 0 && text.trim() !== '' ? t('operator.replies.none') : null}
      />
      <p className="muted">{t('operator.replies.assignText')}</p>
    </FormDialog>
  )
}
