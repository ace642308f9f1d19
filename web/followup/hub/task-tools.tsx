import type { FollowupTeam } from '#contract/followup/day.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { nameOf, statusWords } from '../words.ts'
import classes from './hub.module.css'

/** Which tasks are wanted; '' is all of them, of the statuses all that are open. */
export type TaskWish = { search: string; owner: string; priority: string; status: string }

type TaskToolsProps = {
  wish: TaskWish
  change: (part: Partial<TaskWish>) => void
  /** Of each status. */
  counts: readonly number[] | undefined
  members: FollowupTeam['members']
}

const COMPLETED = 2
const CANCELLED = 3

/** Search, whose, how pressing, and which status. */
export function TaskTools({ wish, change, counts, members }: TaskToolsProps) {
  const t = useTexts()
  const open = counts?.reduce(
    (sum, count, place) => (place === COMPLETED || place === CANCELLED ? sum : sum + count),
    0,
  )
  const chip = (status: string, word: string, count: number | undefined) => (
    <Button key={status} size="sm" aria-pressed={wish.status === status} onClick={() => change({ status })}>
      {count === undefined ? word : t('followup.task.counted', { status: word, count })}
    </Button>
  )
  return (
    <>
      <div className={classes['tools']}>
        <TextField
          label={t('followup.task.search')}
          type="search"
          value={wish.search}
          maxLength={100}
          onChange={({ currentTarget }) => change({ search: currentTarget.value })}
        />
        <SelectField
          label={t('followup.task.owner')}
          value={wish.owner}
          onChange={({ currentTarget }) => change({ owner: currentTarget.value })}
        >
          <option value="">{t('followup.task.allOwners')}</option>
          {members.map((member) => (
            <option key={member.id} value={member.id}>
              {nameOf(member)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('followup.task.priority')}
          value={wish.priority}
          onChange={({ currentTarget }) => change({ priority: currentTarget.value })}
        >
          <option value="">{t('followup.task.anyPriority')}</option>
          <option value="0">{t('followup.task.high')}</option>
          <option value="1">{t('followup.task.low')}</option>
        </SelectField>
      </div>
      <div className={classes['statuses']} role="group" aria-label={t('followup.task.show')}>
        {chip('', t('followup.task.open'), open)}
        {statusWords.map((word, place) => chip(`${place}`, t(word), counts?.[place]))}
      </div>
    </>
  )
}
