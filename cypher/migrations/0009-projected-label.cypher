// Everything that the projectors made has one label more, by which a rebuild drops it. What is there gets it in small
// transactions; interrupted, the rest is labelled next time.
MATCH (n:Entity|Claim|DeletedLink|BomFeed|BomLine|BomStyle|BomChange|BomSku|StagedStyle|Publication|SeenEvents|Notice|Timeline|
  SourceRecord|RecordCode|ConnectedRecord|Position|Requirement|Dataset|DatasetRows|RecordTypeRows|DatasetLoad|ObservedField|
  RecordLetter|PositionException|Recheck|Applied)
WHERE NOT n:Projected
CALL (n) { SET n:Projected } IN TRANSACTIONS OF 5000 ROWS;
