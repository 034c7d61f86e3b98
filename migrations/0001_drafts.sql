CREATE TABLE meta(x);
