import { ROW_KINDS, ROW_NAME_MAX, ROW_RULES } from '@lakou/contract/admin/limits';
import type { MessageKey } from '@lakou/contract/translate';
import { type ReactNode, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';
import { FieldError } from '#ui/field-error.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import type { EditedRow } from './edited-row.ts';
import { TitlePicker } from './title-picker.tsx';

interface RowCardProps {
  row: EditedRow;
  categories: { id: string; name: string }[];
  onChange: (row: EditedRow) => void;
  error: string | undefined;
  /** Buttons to move and delete the row. */
  buttons: ReactNode;
}

const NAMES = [
  ['title', 'admin.row_name'],
  ['title_fr', 'admin.row_name_fr'],
  ['title_ht', 'admin.row_name_ht'],
  ['title_es', 'admin.row_name_es'],
] as const satisfies [string, MessageKey][];

/** One row: what it is called and what it shows. Its fields open on demand. */
export function RowCard({ row, categories, onChange, error, buttons }: RowCardProps) {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(row.title === '');
  const name = row.title || t('admin.row_without_name');
  const category = categories.find(({ id }) => id === row.category_id)?.name;
  const shows = {
    chosen: t('admin.row_titles', { count: row.title_ids.length }),
    category: category ?? t('admin.row_kind_category'),
    rule: t(`admin.row_rule_${row.rule}`),
  }[row.kind];
  return (
    <li className="rounded-m border border-line">
      <div className="flex items-start justify-between gap-2 ps-4">
        <h3 className="grid min-w-0 py-2.5">
          <span className="truncate font-semibold">{name}</span>
          <span className="truncate text-sm font-normal text-soft">
            {row.hidden ? `${shows} · ${t('admin.row_hidden')}` : shows}
          </span>
        </h3>
        {buttons}
      </div>
      <div className="px-4 pb-2 empty:hidden">
        {error && <FieldError id={`${row.id}-error`} error={error} />}
      </div>
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        className="border-t border-line"
      >
        <summary className="cursor-pointer rounded-m px-4 py-2 text-sm text-soft hover:text-text pointer-coarse:py-3.5">
          {t('admin.edit_name', { name })}
        </summary>
        {isOpen && (
          <div className="grid gap-5 p-4">
            <RowNames row={row} onChange={onChange} />
            <RowContent row={row} categories={categories} onChange={onChange} />
            <Switch
              label={t('admin.row_hidden')}
              hint={t('admin.row_hidden_hint')}
              checked={row.hidden}
              onCheckedChange={(hidden) => onChange({ ...row, hidden })}
            />
          </div>
        )}
      </details>
    </li>
  );
}

function RowNames({ row, onChange }: Pick<RowCardProps, 'row' | 'onChange'>) {
  const t = useTranslations();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {NAMES.map(([name, label]) => (
        <Field key={name} label={t(label)} required={name === 'title'}>
          {(control) => (
            <Input
              {...control}
              value={row[name]}
              maxLength={ROW_NAME_MAX}
              onChange={({ target }) => onChange({ ...row, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <p className="text-sm text-soft sm:col-span-2">{t('admin.row_name_hint')}</p>
    </div>
  );
}

function RowContent({ row, categories, onChange }: Pick<RowCardProps, 'row' | 'categories' | 'onChange'>) {
  const t = useTranslations();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('admin.row_kind')}>
          {(control) => (
            <Select
              {...control}
              value={row.kind}
              onChange={({ target }) => onChange({ ...row, kind: target.value as EditedRow['kind'] })}
            >
              {ROW_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`admin.row_kind_${kind}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {row.kind === 'category' && (
          <Field label={t('admin.row_kind_category')}>
            {(control) => (
              <Select
                {...control}
                value={row.category_id}
                onChange={({ target }) => onChange({ ...row, category_id: target.value })}
              >
                <option value="" />
                {categories.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {row.kind === 'rule' && (
          <Field label={t('admin.row_rule')}>
            {(control) => (
              <Select
                {...control}
                value={row.rule}
                onChange={({ target }) => onChange({ ...row, rule: target.value as EditedRow['rule'] })}
              >
                {ROW_RULES.map((rule) => (
                  <option key={rule} value={rule}>
                    {t(`admin.row_rule_${rule}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      {row.kind === 'chosen' && (
        <TitlePicker ids={row.title_ids} onChange={(title_ids) => onChange({ ...row, title_ids })} />
      )}
    </>
  );
}
