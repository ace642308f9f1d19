import type { PortalFamily } from '#contract/checkin/family.ts'
import { familyRoles } from '#contract/people/families.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { Failed } from '../../../ui/states/index.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { MemberDialog } from '../family/member-dialog.tsx'
import { useMemberActs } from '../family/use-member-acts.ts'
import { Spinner } from '../shared/spinner.tsx'
import { useOwnFamily } from '../shared/use-own-family.ts'

type WardDialogProps = { onAdded: () => void; onClose: () => void }

function Form({ family, onAdded, onClose }: WardDialogProps & { family: PortalFamily }) {
  const { save } = useMemberActs(family)
  return (
    <MemberDialog
      member={null}
      role={familyRoles.ward}
      save={async (member, draft) => {
        await save(member, draft)
        onAdded()
      }}
      onClose={onClose}
    />
  )
}

/** The member's form at an event: whoever is added here is ticked there. */
export function WardDialog({ onAdded, onClose }: WardDialogProps) {
  const t = useTexts()
  const { data, failure, reload, mayChange } = useOwnFamily()
  if (data && mayChange) return <Form family={data} onAdded={onAdded} onClose={onClose} />
  const waiting = failure === undefined ? <Spinner /> : <Failed failure={failure} onRetry={reload} />
  return (
    <Dialog open onClose={onClose} title={t('portal.family.addNew')}>
      {data ? <Note tone="info">{t('portal.failure.mayNot')}</Note> : waiting}
    </Dialog>
  )
}
