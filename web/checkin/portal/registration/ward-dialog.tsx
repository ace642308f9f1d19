import { useState } from 'react'
import type { PortalFamily } from '#contract/checkin/family.ts'
import { familyRoles } from '#contract/people/families.ts'
import { useTexts } from '../../../languages/index.ts'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { Failed } from '../../../ui/states/index.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { MemberDialog } from '../family/member-dialog.tsx'
import { useMemberActs } from '../family/use-member-acts.ts'
import { Spinner } from '../reading/spinner.tsx'
import { useOwnFamily } from '../session/use-own-family.ts'

type WardDialogProps = {
  /** Null: somebody new, a ward mostly. */
  personId: string | null
  onSaved: () => void
  onClose: () => void
}

function Form({ family, personId, onSaved, onClose }: WardDialogProps & { family: PortalFamily }) {
  const { save } = useMemberActs(family)
  // What this form says of somebody stays as it was opened: the list is new once it was saved.
  const [known] = useState(() => family.familyMembers.find(({ id }) => id === personId) ?? null)
  return (
    <MemberDialog
      member={known}
      role={familyRoles.ward}
      save={async (member, draft) => {
        await save(member, draft)
        onSaved()
      }}
      onClose={onClose}
    />
  )
}

/** The member's form at an event: whoever is added here is ticked there. */
export function WardDialog(props: WardDialogProps) {
  const t = useTexts()
  const { personId, onClose } = props
  const { data, failure, reload, mayChange } = useOwnFamily()
  if (data && mayChange) return <Form {...props} family={data} />
  const waiting = failure === undefined ? <Spinner /> : <Failed failure={failure} onRetry={reload} />
  return (
    <Dialog open onClose={onClose} title={t(personId ? 'portal.family.update' : 'portal.family.addNew')}>
      {data ? <Note tone="info">{t('portal.failure.mayNot')}</Note> : waiting}
    </Dialog>
  )
}
