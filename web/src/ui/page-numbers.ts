/** The page numbers to show; `null` is a gap between two of them. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const shown: (number | null)[] = [];
  let before = 0;
  for (const number of [...new Set(wanted)].sort((a, b) => a - b)) {
    // A gap of one page takes as much space as that page.
    if (number - before === 2) shown.push(number - 1);
    else if (number - before > 2) shown.push(null);
    shown.push(number);
    before = number;
  }
  return shown;
}
