import { useState } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { usePersonSearch } from '../../lib/person-search.ts'
import { groupPhone } from '../../lib/phone.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { Phone } from '../../ui/marks/phone.tsx'
import { Picker } from '../../ui/picker/picker.tsx'

type PersonDialogProps = { onPick: (personId: string, name: string) => void; onClose: () => void }

/** Finds the person of whom something is to be said: anybody whom the church knows. */
export function PersonDialog({ onPick, onClose }: PersonDialogProps) {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  const { found, isLongEnough, isSettled, failure } = usePersonSearch(typed)
  const status = () => {
    if (!isLongEnough) return t('checkin.grant.searchHint')
    if (failure) return t('ui.failed.networkText')
    if (!isSettled) return found.length === 0 ? t('ui.state.loading') : null
    return found.length === 0 ? t('checkin.grant.nobodyFound') : null
  }
  return (
    <Dialog open onClose={onClose} title={t('checkin.grant.add')}>
      <Picker
        label={t('checkin.grant.who')}
        hint={t('checkin.grant.whoHint')}
        placeholder={t('checkin.grant.searchPerson')}
        icon={IconSearch}
        staysOpen
        text={typed}
        onType={setTyped}
        options={found.map(({ id, name, phone }) => ({
          id,
          name,
          aside: phone ? <Phone value={groupPhone(phone)} /> : t('checkin.call.withoutPhone'),
        }))}
        onPick={({ id, name }) => onPick(id, name)}
        status={status()}
      />
    </Dialog>
  )
}
