import type { UseMutationResult } from '@tanstack/react-query'
import type { StaffRow } from '#contract/identity/staff.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../church/failure-text.ts'
import { useRemoveStaff, useSwitchFactorOff } from './queries.ts'
import { nameOf } from './staff-parts.tsx'

type MemberDialogProps = { member: StaffRow; onClose: () => void }
type Words = { title: string; text: string; keep: string; act: string; done: string }
type ConfirmProps = MemberDialogProps & { words: Words; doing: UseMutationResult<unknown, Error, string> }

function Confirm({ member, onClose, words, doing }: ConfirmProps) {
  const t = useTexts()
  const act = () =>
    doing.mutate(member.id, {
      onSuccess: () => {
        toast.ok(words.done)
        onClose()
      },
    })
  const actions = (
    <>
      <Button onClick={onClose}>{words.keep}</Button>
      <Button kind="danger" busy={doing.isPending} onClick={act}>
        {words.act}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={words.title} actions={actions}>
      <p>{words.text}</p>
      {doing.error && <Note tone="bad">{t(failureText(doing.error))}</Note>}
    </Dialog>
  )
}

/** Takes somebody off the staff. */
export function RemoveDialog(props: MemberDialogProps) {
  const t = useTexts()
  const name = nameOf(props.member)
  const words = {
    title: t('identity.staff.removeTitle', { name }),
    text: t(props.member.isYou ? 'identity.staff.removeYou' : 'identity.staff.removeText'),
    keep: t('identity.staff.keep'),
    act: t('identity.staff.remove'),
    done: t('identity.staff.removed', { name }),
  }
  return <Confirm {...props} words={words} doing={useRemoveStaff()} />
}

/** For somebody who lost phone and recovery codes. */
export function FactorOffDialog(props: MemberDialogProps) {
  const t = useTexts()
  const name = nameOf(props.member)
  const words = {
    title: t('identity.staff.factorOffTitle', { name }),
    text: t('identity.staff.factorOffText'),
    keep: t('identity.staff.leaveOn'),
    act: t('identity.staff.factorOff'),
    done: t('identity.staff.factorIsOff', { name }),
  }
  return <Confirm {...props} words={words} doing={useSwitchFactorOff()} />
}
