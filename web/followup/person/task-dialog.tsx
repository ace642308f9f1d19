import { readMyDay } from '#contract/followup/day.ts'
import { readNewcomer, type NewcomerDetail } from '#contract/followup/people.ts'
import { editTask, listTasks, type FollowupTask } from '#contract/followup/tasks.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../words.ts'
import { bodyOfTask, draftOfTask, TaskForm, type TaskDraft } from './task-form.tsx'

type TaskDialogProps = { task: FollowupTask; team: NewcomerDetail['team']; onClose: () => void }

/** The whole task, to be changed. */
export function TaskDialog({ task, team, onClose }: TaskDialogProps) {
  const t = useTexts()
  const { timeZone } = useFormat()
  const save = useCall((draft: TaskDraft) => call(editTask, { params: { id: task.id }, body: bodyOfTask(draft) }), {
    refreshes: [readNewcomer, listTasks, readMyDay],
    done: () => {
      toast.ok(t('followup.hub.saved'))
      onClose()
    },
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
  return (
    <Dialog open title={t('followup.task.edit')} onClose={onClose}>
      <TaskForm
        first={draftOfTask(task, timeZone)}
        team={team}
        busy={save.busy}
        submitWord="followup.write.save"
        onSave={(draft) => save.run(draft)}
      />
    </Dialog>
  )
}
