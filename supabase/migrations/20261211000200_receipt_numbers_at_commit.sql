-- Everybody's bookings wait for the counter of the year, so it is the last lock that a transaction takes: numbers are given at the commit.
drop trigger issue_receipt on public.ledger;
create constraint trigger issue_receipt after insert on public.ledger deferrable initially deferred
  for each row when (new.kind = 'payment') execute function private.issue_receipt();
comment on function private.issue_receipt is 'At the commit of the transaction that books the payment: if that is rolled back, so is the number.';
