-- Upload keys are encrypted among the server's keys and replaced regularly. Links and policies signed with the plain one
-- end: pages load new ones.
DROP TABLE upload_key;
