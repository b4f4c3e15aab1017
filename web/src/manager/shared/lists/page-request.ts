export const rowsPerPage = 20;

export const pageRequest = (cursor: string | null) => ({
  limit: rowsPerPage,
  ...(cursor !== null && { cursor }),
});
